import { useListPlace } from '../../list/use-list-place.ts'

export const TABS = ['forMe', 'mine', 'answered'] as const
export type Tab = (typeof TABS)[number]

const isTab = (text: string | undefined): text is Tab => TABS.includes(text as Tab)

/** Where the reader stands among the approvals: the place in a list, with the tab. */
export function useApprovalPlace() {
  const place = useListPlace('/approvals')
  const asked = place.filter('tab')
  const tab: Tab = isTab(asked) ? asked : 'forMe'
  return {
    ...place,
    tab,
    portfolioId: Number(place.filter('portfolio')) || undefined,
    chooseTab: (next: Tab) => place.choose('tab', next === 'forMe' ? undefined : next),
  }
}

export type ApprovalPlace = ReturnType<typeof useApprovalPlace>
