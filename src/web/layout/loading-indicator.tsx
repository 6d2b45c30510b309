/** Shows that the next page is loading. */
import { useEffect, useState } from 'react'
import { useNavigation } from 'react-router'
import { site } from '#text/site.ts'

/** During shorter waits, a spinner would flicker. */
const spinnerDelayMs = 300

export function LoadingIndicator() {
  const isLoading = useNavigation().state === 'loading'
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    if (!isLoading) return
    const timer = setTimeout(() => setLong(true), spinnerDelayMs)
    return () => {
      clearTimeout(timer)
      setLong(false)
    }
  }, [isLoading])
  return (
    <p className="loading-indicator" role="status">
      {isLong && (
        <span className="indicator">
          <span className="spinner" /> {site.loading}
        </span>
      )}
    </p>
  )
}
