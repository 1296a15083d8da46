import { lazy } from 'react'
import { loadChunk } from '../../app/page-loader.ts'

/** Rarely seen, so in a chunk of its own. */
export const SignInStopped = lazy(() => loadChunk(() => import('./sign-in-stopped.tsx'), import.meta.url))
