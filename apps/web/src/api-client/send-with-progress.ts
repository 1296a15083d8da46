import type { Transport } from './call.ts'

const WHOLE = 100

/**
 * Sends by XMLHttpRequest, because fetch does not tell how much of a body has been sent. `onProgress` hears
 * whole percent of the upload.
 */
export function sendWithProgress(onProgress: (percent: number) => void): Transport {
  return (path, { method, headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open(method ?? 'POST', path)
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value)
      request.upload.addEventListener('progress', ({ loaded, total }) =>
        onProgress(total > 0 ? Math.floor((loaded / total) * WHOLE) : 0),
      )
      request.addEventListener('load', () =>
        resolve({
          headers: { get: (name) => request.getResponseHeader(name) },
          json: async () => JSON.parse(request.responseText) as unknown,
        }),
      )
      request.addEventListener('error', () => reject(new TypeError('The upload got no answer')))
      request.addEventListener('abort', () =>
        reject(new DOMException('The upload was stopped', 'AbortError')),
      )
      signal?.addEventListener('abort', () => request.abort())
      request.send(body as XMLHttpRequestBodyInit)
    })
}
