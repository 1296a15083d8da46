import { useLocation, useParams, useSearchParams } from 'wouter'

export const TABS = ['forMe', 'mine', 'answered'] as const
export type Tab = (typeof TABS)[number]

const isTab = (text: string | null): text is Tab => TABS.includes(text as Tab)

/** Where the reader stands among the approvals, as the address says it; moving leaves no trace in the browser's history. */
export function useApprovalPlace() {
  const { approvalNo } = useParams<{ approvalNo?: string }>()
  const [, navigate] = useLocation()
  const [search, setSearch] = useSearchParams()
  const asked = search.get('tab')
  const tab: Tab = isTab(asked) ? asked : 'forMe'
  const query = search.size > 0 ? `?${search}` : ''
  const hrefOf = (no: string | undefined) => `/approvals${no === undefined ? '' : `/${no}`}${query}`
  const put = (name: string, value: string | undefined) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before)
        if (value === undefined) next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: true },
    )
  return {
    approvalNo,
    tab,
    portfolioId: Number(search.get('portfolio')) || undefined,
    hrefOf,
    open: (no: string | undefined) => navigate(hrefOf(no), { replace: true }),
    chooseTab: (next: Tab) => put('tab', next === 'forMe' ? undefined : next),
    choosePortfolio: (id: number | undefined) => put('portfolio', id === undefined ? undefined : String(id)),
  }
}

export type ApprovalPlace = ReturnType<typeof useApprovalPlace>
