// Package unrelated binds its renewals to contexts that know nothing of the
// caller who waits for the work.
package unrelated

import (
	"context"
	"net/http"
	"time"

	"github.com/bsm/redislock"
)

const ttl = 10 * time.Second

var process, Shutdown = context.WithCancel(context.Background())

type Server struct {
	locker *redislock.Client
	root   context.Context
	stop   context.CancelFunc
}

func NewServer(locker *redislock.Client) *Server {
	s := &Server{locker: locker}
	s.root, s.stop = context.WithCancel(context.Background())
	return s
}

func (s *Server) keep(ctx context.Context, lock *redislock.Lock) {
	tick := time.NewTicker(ttl / 2)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if lock.Refresh(ctx, ttl, nil) != nil {
				s.stop()
				return
			}
		}
	}
}

// Reserve binds the lock to the process, although a customer is waiting.
func (s *Server) Reserve(ctx context.Context, seat string) (*redislock.Lock, error) {
	lock, err := s.locker.Obtain(ctx, "seat:"+seat, ttl, nil)
	if err != nil {
		return nil, err
	}
	go s.keep(process, lock) // want detachedrenew "(?i)renew|refresh"
	return lock, nil
}

// ReserveRoot binds it to the server.
func (s *Server) ReserveRoot(ctx context.Context, seat string) (*redislock.Lock, error) {
	lock, err := s.locker.Obtain(ctx, "seat:"+seat, ttl, nil)
	if err != nil {
		return nil, err
	}
	go s.keep(s.root, lock) // want detachedrenew "(?i)renew|refresh"
	return lock, nil
}

// ServeHTTP keeps the lock for as long as the customer stays.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	lock, err := s.locker.Obtain(r.Context(), "seat:"+r.PathValue("seat"), ttl, nil)
	if err != nil {
		http.Error(w, "seat is taken", http.StatusConflict)
		return
	}
	defer lock.Release(context.WithoutCancel(r.Context()))
	go s.keep(r.Context(), lock) // silent: the request's context
	<-r.Context().Done()
}

// Hold is a handler that forgets its request.
func (s *Server) Hold(w http.ResponseWriter, r *http.Request) {
	lock, err := s.locker.Obtain(r.Context(), "seat:"+r.PathValue("seat"), ttl, nil)
	if err != nil {
		http.Error(w, "seat is taken", http.StatusConflict)
		return
	}
	go s.keep(context.Background(), lock) // want detachedrenew "(?i)renew|refresh"
	w.WriteHeader(http.StatusAccepted)
}
