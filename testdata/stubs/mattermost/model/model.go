// Package model has the types of github.com/mattermost/mattermost/server/public/model that
// the catalogue knows. The real module needs hundreds of others for a few methods.
package model

// AppError is model/utils.go's.
type AppError struct{ Id, Message string }

func (e *AppError) Error() string { return e.Message }

// PluginKVSetOptions is model/plugin_kvset_options.go's.
type PluginKVSetOptions struct {
	Atomic          bool
	OldValue        []byte
	ExpireInSeconds int64
}
