import { useEffect, useState } from 'react'
import { clearTokens } from '../../api-client/session.ts'
import { CodeStep } from './code-step.tsx'
import { type CodeRequest, SignInForm } from './sign-in-form.tsx'
import type { Stop } from './sign-in-stopped.tsx'
import { StoppedView } from './stopped-view.tsx'

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
    const byApp = codeRequest?.codeBy === 'authenticator'
    return <StoppedView why={stop} byApp={byApp} onBack={startOver} />
  }
  if (codeRequest) return <CodeStep request={codeRequest} onBack={startOver} onStop={setStop} />
  return <SignInForm onCodeNeeded={setCodeRequest} onStop={setStop} />
}
