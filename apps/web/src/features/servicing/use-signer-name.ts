import { capitalizeName } from '@dolphin/domain/format/person-name'
import { useQuery } from '@tanstack/react-query'
import { reads } from '../../api-client/with-queries.tsx'

/** Whose name is signed with, first and last; undefined while it is not known or not needed. */
export function useSignerName(isNeeded = true): string | undefined {
  const { data } = useQuery({ ...reads('getPersonalInfo', {}), enabled: isNeeded })
  return data && capitalizeName(`${data.name.firstName} ${data.name.lastName}`)
}
