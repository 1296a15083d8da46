import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { whenSignedOut } from '../calls/call.ts'
import { queryClient, reads } from '../calls/queries.ts'
import { ApprovalsPage } from '../features/approvals/approvals-page.tsx'
import { CustomerPage } from '../features/customer/customer-page.tsx'
import { MessagesPage } from '../features/messages/messages-page.tsx'
import { ReviewPage } from '../features/review/review-page.tsx'
import { SignInPage } from '../features/sign-in/sign-in-page.tsx'
import { TodayPage } from '../features/today/today-page.tsx'
import { WorkPage } from '../features/work/work-page.tsx'
import { Frame } from './frame.tsx'
import { Waiting } from './reading.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import { signInPath } from './return-path.ts'
import { SignedIn } from './session.tsx'

/** Pages of few people or few moments, which come when they are opened. */
const EnrollPage = lazy(async () => ({
  default: (await import('../features/enrollment/enroll-page.tsx')).EnrollPage,
}))
const MirrorPage = lazy(async () => ({
  default: (await import('../features/mirror/mirror-page.tsx')).MirrorPage,
}))
const TerminalPage = lazy(async () => ({
  default: (await import('../features/terminal/terminal-page.tsx')).TerminalPage,
}))
const TouchPage = lazy(async () => ({
  default: (await import('../features/touch/touch-page.tsx')).TouchPage,
}))
const AccountPage = lazy(async () => ({
  default: (await import('../features/account/account-page.tsx')).AccountPage,
}))
const CouponsPage = lazy(async () => ({
  default: (await import('../features/coupons/coupons-page.tsx')).CouponsPage,
}))
const DataRequestsPage = lazy(async () => ({
  default: (await import('../features/data-requests/data-requests-page.tsx')).DataRequestsPage,
}))
const LegalHoldsPage = lazy(async () => ({
  default: (await import('../features/legal-holds/legal-holds-page.tsx')).LegalHoldsPage,
}))
const MoneyPage = lazy(async () => ({
  default: (await import('../features/money/money-page.tsx')).MoneyPage,
}))
const PeoplePage = lazy(async () => ({
  default: (await import('../features/people/people-page.tsx')).PeoplePage,
}))
const StatementsPage = lazy(async () => ({
  default: (await import('../features/statements/statements-page.tsx')).StatementsPage,
}))
const SystemPage = lazy(async () => ({
  default: (await import('../features/system/system-page.tsx')).SystemPage,
}))

/** One page, by itself and where the company's provider leads back: what that answers is read without a new page. */
const SIGN_IN = /^\/sign-in(?:\/single-sign-on)?\/?$/

/** All pages of the desk. */
export function DeskApp() {
  const [, navigate] = useLocation()
  useEffect(() => {
    whenSignedOut(() => {
      const hadSession = queryClient.getQueryData(reads('readStaffSession', {}).queryKey) !== undefined
      queryClient.clear()
      navigate(signInPath(location, hadSession ? 'over' : undefined), { replace: true })
    })
  }, [navigate])
  return (
    <QueryClientProvider client={queryClient}>
      <Switch>
        <Route path={SIGN_IN} component={SignInPage} />
        <Route path="/enroll">
          <WhenThere>
            <EnrollPage />
          </WhenThere>
        </Route>
        <Route path="/mirror/:mirrorNo">
          <SignedIn>
            <WhenThere>
              <MirrorPage />
            </WhenThere>
          </SignedIn>
        </Route>
        <Route>
          <SignedIn>
            <Frame>
              <WhenThere>
                <AllPages />
              </WhenThere>
            </Frame>
          </SignedIn>
        </Route>
      </Switch>
    </QueryClientProvider>
  )
}

/** Waits for a page that comes when it is opened. */
const WhenThere = ({ children }: { children: ReactNode }) => (
  <Suspense fallback={<Waiting />}>{children}</Suspense>
)

function AllPages() {
  return (
    <Switch>
      <Route path="/">
        <Redirect to="/today" replace />
      </Route>
      <Route path="/approvals/:chosen?" component={ApprovalsPage} />
      <Route path="/today" component={TodayPage} />
      <Route path="/work/:chosen?" component={WorkPage} />
      <Route path="/reviews/:chosen?" component={ReviewPage} />
      <Route path="/statements/:chosen?" component={StatementsPage} />
      <Route path="/messages/:chosen?" component={MessagesPage} />
      <Route path="/money" component={MoneyPage} />
      <Route path="/data-requests/:chosen?" component={DataRequestsPage} />
      <Route path="/legal-holds" component={LegalHoldsPage} />
      <Route path="/coupons" component={CouponsPage} />
      <Route path="/customers/:file" component={CustomerPage} />
      <Route path="/people" component={PeoplePage} />
      <Route path="/system" component={SystemPage} />
      <Route path="/account" component={AccountPage} />
      <Route path="/terminal" component={TerminalPage} />
      <Route path="/touch/:touchNo" component={TouchPage} />
      <Route component={NotFoundPage} />
    </Switch>
  )
}
