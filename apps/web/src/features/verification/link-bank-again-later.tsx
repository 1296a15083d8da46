import { lazy, Suspense } from 'react'
import { loadChunk } from '../../app/page-loader.ts'

const Shown = lazy(() => loadChunk(() => import('./link-bank-again.tsx'), import.meta.url))

/** `LinkBankAgain` in a chunk of its own: few loans need it, and the pages that can show it are for every borrower. */
export const LinkBankAgain = ({ loanNo }: { loanNo: string }) => (
  <Suspense fallback={null}>
    <Shown loanNo={loanNo} />
  </Suspense>
)
