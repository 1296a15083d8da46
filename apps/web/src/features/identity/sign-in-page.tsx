import { Suspense, useEffect, useState } from 'react'
import { clearTokens } from '../../api-client/session.ts'
import { Waiting } from '../../app/waiting.tsx'
import { CodeStep } from './code-step.tsx'
import { type CodeRequest, SignInForm } from './sign-in-form.tsx'
import type { Stop } from './sign-in-stopped.tsx'
import { SignInStopped } from './stopped-view.ts'

/** Sign in; arriving here ends whatever session the browser still held (product.md §2). */
export default function SignInPage() {
  const [codeRequest, setCodeRequest] = useState<CodeRequest>()
  const [stop, setStop] = useState<Stop>()
  useEffect(clearTokens, [])
  const startOver = () => {
    setCodeRequest(undefined)
    setStop(undefined)
  }
  if (stop !== undefined) {
    return (
      <Suspense fallback={<Waiting />}>
        <SignInStopped why={stop} byApp={codeRequest?.codeBy === 'authenticator'} onBack={startOver} />
      </Suspense>
    )
  }
  if (codeRequest) return <CodeStep request={codeRequest} onBack={startOver} onStop={setStop} />
  return <SignInForm onCodeNeeded={setCodeRequest} onStop={setStop} />
}
