import { useEffect, useState } from 'react'

/** A value that follows once it has rested, so that dragging a slider asks once and not at every step. */
export function useDebounced<Value>(value: Value, restMs = 250): Value {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), restMs)
    return () => clearTimeout(timer)
  }, [value, restMs])
  return rested
}
