import { Banner } from '@dolphin/ui/banner/banner'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { reads } from '../../api-client/with-queries.tsx'
import { homeText } from './messages.ts'

/** At the next sign-in after our mail came back: asks for an address that works. */
export function NewAddress() {
  const person = useQuery(reads('getPersonalInfo', {}))
  if (person.data?.newAddressNeeded !== true) return null
  return (
    <Banner tone="warning" title={homeText('newAddressTitle')}>
      <p>{homeText('newAddressLead')}</p>
      <p>
        <Link href="/change-password">{homeText('newAddress')}</Link>
      </p>
    </Banner>
  )
}
