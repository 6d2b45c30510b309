/** Loads a resource of `/api` when a screen opens, and again on request. */
import { useEffect, useEffectEvent, useState } from 'react'
import { callApi, type ApiResult } from '#web/admin/call-api.ts'

/**
 * Calls `onLoad` with each result. `path` is `undefined` while there is nothing to load. A new `version` loads the resource again.
 *
 * @returns a function that loads the resource again
 */
export function useApiLoad<Value>(path: string | undefined, onLoad: (result: ApiResult<Value>) => void, version?: number): () => void {
  const [loads, setLoads] = useState(0)
  const receive = useEffectEvent(onLoad)
  const key = `${version} ${loads}`
  useEffect(() => {
    // A new key loads the resource again.
    if (path === undefined || key === '') return
    const leaving = new AbortController()
    void callApi<Value>(path, 'GET', undefined, leaving.signal).then((result) => {
      if (!leaving.signal.aborted) receive(result)
    })
    return () => leaving.abort()
  }, [path, key])
  return () => setLoads(loads + 1)
}

/** `result` is missing until the first response. */
export type LoadedResource<Value> = { result: ApiResult<Value> | undefined; reload: () => void }

export function useApiResource<Value>(path: string | undefined, version?: number): LoadedResource<Value> {
  const [result, setResult] = useState<ApiResult<Value>>()
  return { result, reload: useApiLoad<Value>(path, setResult, version) }
}
