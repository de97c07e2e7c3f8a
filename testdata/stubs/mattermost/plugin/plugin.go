// Package plugin has the methods of github.com/mattermost/mattermost/server/public/plugin that
// the catalogue knows, as plugin/api.go declares them.
package plugin

import "github.com/mattermost/mattermost/server/public/model"

type API interface {
	KVSet(key string, value []byte) *model.AppError
	KVCompareAndSet(key string, oldValue, newValue []byte) (bool, *model.AppError)
	KVCompareAndDelete(key string, oldValue []byte) (bool, *model.AppError)
	KVSetWithOptions(key string, value []byte, options model.PluginKVSetOptions) (bool, *model.AppError)
	KVSetWithExpiry(key string, value []byte, expireInSeconds int64) *model.AppError
	KVGet(key string) ([]byte, *model.AppError)
	KVDelete(key string) *model.AppError
	LogError(msg string, keyValuePairs ...any)
}
