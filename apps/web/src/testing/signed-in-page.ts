import { afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { storeTokens } from '../api-client/session.ts'
import { queryClient } from '../api-client/with-queries.tsx'
import { giveBootData } from './boot-data.ts'
import { unmount } from './render.tsx'

/** Every test of a file meets a signed-in page with nothing kept or read before it, and leaves none behind. */
export function signedInForEachTest(): void {
  beforeAll(giveBootData)
  beforeEach(() => {
    localStorage.clear()
    sessionStorage.clear()
    queryClient.clear()
    storeTokens({ accessToken: 'a', userCredential: 'u', channelId: 'c' })
  })
  afterEach(async () => {
    await unmount()
    vi.unstubAllGlobals()
  })
}
