/** Whether the component is still mounted when a response arrives. */
import { useEffect, useRef } from 'react'

export function useMounted(): React.RefObject<boolean> {
  const mounted = useRef(true)
  useEffect(() => {
    mounted.current = true
    return () => {
      mounted.current = false
    }
  }, [])
  return mounted
}
