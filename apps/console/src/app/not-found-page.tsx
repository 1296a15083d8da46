import { Link } from 'wouter'
import { PageHeading } from './page-heading.tsx'

/** For an address at which the desk has nothing. */
export function NotFoundPage() {
  return (
    <div className="page narrow">
      <PageHeading title="Nothing is here" />
      <p>
        This address leads to no page of the desk. <Link href="/">Go to the first page</Link>
      </p>
    </div>
  )
}
