import { lazy } from 'react'
import { loadChunk } from '../../app/page-loader.ts'

/** Screens that most visits to an application do not show, each in its own chunk. */
export const AccountGate = lazy(() => loadChunk(() => import('./account-gate.tsx'), import.meta.url))
export const IdentityGate = lazy(() => loadChunk(() => import('./identity-gate.tsx'), import.meta.url))
export const TrackerScreen = lazy(() => loadChunk(() => import('./tracker-screen.tsx'), import.meta.url))
