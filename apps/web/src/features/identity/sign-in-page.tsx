import { clearTokens } from '../../api-client/session.ts'
import { useEffect, useState } from 'react'
import { CodeStep } from './code-step.tsx'
import { type CodeRequest, SignInForm } from './sign-in-form.tsx'

/** Sign in; arriving here ends whatever session the browser still held (product.md §2). */
export default function SignInPage() {
  const [codeRequest, setCodeRequest] = useState<CodeRequest>()
  useEffect(clearTokens, [])
  if (codeRequest) return <CodeStep request={codeRequest} onBack={() => setCodeRequest(undefined)} />
  return <SignInForm onCodeNeeded={setCodeRequest} />
}
