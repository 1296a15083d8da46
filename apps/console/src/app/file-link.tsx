import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { mayAct, useSession } from './session.tsx'

interface FileLinkProps {
  /** A customer, or a loan's number. */
  file: string
  /** What stands there; the number itself where nothing is given. */
  children?: ReactNode
}

/** Leads to a customer's file; the words alone for who may not read files. */
export function FileLink({ file, children = file }: FileLinkProps) {
  const session = useSession()
  if (!mayAct(session, 'loan.read', ['may'])) return <>{children}</>
  return <Link href={`/customers/${file}`}>{children}</Link>
}
