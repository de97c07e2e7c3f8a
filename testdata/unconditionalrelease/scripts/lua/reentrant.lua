-- A hash with a counter for each holder.
if redis.call('hexists', KEYS[1], ARGV[1]) == 0 then
  return nil
end
local left = redis.call('hincrby', KEYS[1], ARGV[1], -1)
if left > 0 then
  redis.call('pexpire', KEYS[1], ARGV[2])
  return 0
end
redis.call('del', KEYS[1])
return 1
