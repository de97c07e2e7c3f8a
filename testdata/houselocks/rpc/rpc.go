// Package rpc is a client of a lock service that no table knows. Nothing in it
// tells what its calls do; the configuration does.
package rpc

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"time"
)

type Client struct {
	url  string
	http *http.Client
}

type DropRequest struct {
	Name   string
	Reason string
}

func (c *Client) TryLock(ctx context.Context, name, owner string, ttl time.Duration) (bool, error) {
	return c.post(ctx, "/try", map[string]any{"name": name, "owner": owner, "ttl": ttl})
}

func (c *Client) Unlock(ctx context.Context, name, owner string) error {
	_, err := c.post(ctx, "/unlock", map[string]any{"name": name, "owner": owner})
	return err
}

// Drop ends a lock whoever has it.
func (c *Client) Drop(ctx context.Context, req *DropRequest) error {
	_, err := c.post(ctx, "/drop", req)
	return err
}

func (c *Client) Extend(ctx context.Context, name, owner string, ttl time.Duration) (bool, error) {
	return c.post(ctx, "/extend", map[string]any{"name": name, "owner": owner, "ttl": ttl})
}

func (c *Client) post(ctx context.Context, path string, v any) (bool, error) {
	body, err := json.Marshal(v)
	if err != nil {
		return false, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url+path, strings.NewReader(string(body)))
	if err != nil {
		return false, err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return false, err
	}
	return resp.StatusCode == http.StatusOK, resp.Body.Close()
}
