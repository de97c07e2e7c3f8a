-- Ends a holder's time, and counts how often that was done.
if redis.call('EXISTS', KEYS[1]) == 0 then
  return 0
end
redis.call('DEL', KEYS[1])
return redis.call('INCR', KEYS[2])
