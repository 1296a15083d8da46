import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CallValue } from '../../api-client/call.ts'
import { reads } from '../../api-client/with-queries.tsx'
import { useDebounced } from '../../app/use-debounced.ts'

export type Institutions = CallValue<'listInstitution'>
export type Institution = Institutions['institutions'][number]

/** The value of the choice that leads to the provider's own search. */
export const NOT_LISTED = 'not-listed'

/**
 * The banks of a search and the one that is chosen: by the reader, else (`remembers`) the one that was linked before. `found` is
 * undefined until the first answer; a search that fails is one without a directory.
 */
export function useBankSearch(loanNo: string, remembers: boolean) {
  const [words, setWords] = useState('')
  const [picked, setPicked] = useState<string>()
  const asked = useDebounced(words.trim())
  const query = { loanNo, ...(asked === '' ? {} : { words: asked }) }
  const { data, isError, refetch } = useQuery({
    ...reads('listInstitution', { query }),
    placeholderData: keepPreviousData,
  })
  const found = isError ? AWAY : data
  const options = found?.institutions ?? []
  const isOffered = picked === NOT_LISTED || options.some((one) => one.institutionId === picked && one.isUp)
  const remembered = remembers ? options.find(isRemembered)?.institutionId : undefined
  const chosen = isOffered ? picked : remembered
  return { words, setWords, found, chosen, pick: setPicked, reread: () => void refetch() }
}

const AWAY: Pick<Institutions, 'directory' | 'institutions'> = { directory: 'away', institutions: [] }

const isRemembered = ({ accountMasked, isUp, failedBefore }: Institution): boolean =>
  accountMasked !== null && isUp && !failedBefore
