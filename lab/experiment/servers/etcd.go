package servers

import (
	"errors"
	"net/url"
	"os"
	"time"

	"go.etcd.io/etcd/api/v3/version"
	"go.etcd.io/etcd/server/v3/embed"
)

// An etcdServer is a cluster of one.
type etcdServer struct {
	etcd    *embed.Etcd
	dir     string
	version string
}

func startEtcd() (*etcdServer, error) {
	dir, err := os.MkdirTemp("", "lab-etcd")
	if err != nil {
		return nil, err
	}
	config := embed.NewConfig()
	config.Dir = dir
	config.LogLevel = "panic"
	config.LogOutputs = []string{"/dev/null"}
	config.UnsafeNoFsync = true
	any := []url.URL{{Scheme: "http", Host: "127.0.0.1:0"}}
	config.ListenClientUrls, config.AdvertiseClientUrls = any, any
	config.ListenPeerUrls, config.AdvertisePeerUrls = any, any
	config.InitialCluster = config.InitialClusterFromName(config.Name)
	etcd, err := embed.StartEtcd(config)
	if err != nil {
		os.RemoveAll(dir)
		return nil, err
	}
	s := &etcdServer{etcd: etcd, dir: dir, version: version.Version}
	select {
	case <-etcd.Server.ReadyNotify():
		return s, nil
	case <-time.After(time.Minute):
		s.stop()
		return nil, errors.New("etcd does not get ready")
	}
}

// endpoint is where it listens for clients.
func (s *etcdServer) endpoint() string { return s.etcd.Clients[0].Addr().String() }

func (s *etcdServer) stop() {
	s.etcd.Close()
	os.RemoveAll(s.dir)
}
