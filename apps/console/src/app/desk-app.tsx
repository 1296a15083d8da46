import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { whenSignedOut } from '../calls/call.ts'
import { queryClient, reads } from '../calls/queries.ts'
import { AccountPage } from '../features/account/account-page.tsx'
import { ApprovalsPage } from '../features/approvals/approvals-page.tsx'
import { CustomerPage } from '../features/customer/customer-page.tsx'
import { EnrollPage } from '../features/enrollment/enroll-page.tsx'
import { MessagesPage } from '../features/messages/messages-page.tsx'
import { MirrorPage } from '../features/mirror/mirror-page.tsx'
import { ReviewPage } from '../features/review/review-page.tsx'
import { SignInPage } from '../features/sign-in/sign-in-page.tsx'
import { TerminalPage } from '../features/terminal/terminal-page.tsx'
import { TodayPage } from '../features/today/today-page.tsx'
import { WorkPage } from '../features/work/work-page.tsx'
import { Frame } from './frame.tsx'
import { Waiting } from './reading.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import { signInPath } from './return-path.ts'
import { SignedIn } from './session.tsx'

/** Pages of few people, which come when they are opened. */
const DataRequestsPage = lazy(async () => ({
  default: (await import('../features/data-requests/data-requests-page.tsx')).DataRequestsPage,
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
        <Route path="/enroll" component={EnrollPage} />
        <Route path="/mirror/:mirrorNo">
          <SignedIn>
            <MirrorPage />
          </SignedIn>
        </Route>
        <Route>
          <SignedIn>
            <Frame>
              <StaffPages />
            </Frame>
          </SignedIn>
        </Route>
      </Switch>
    </QueryClientProvider>
  )
}

function StaffPages() {
  return (
    <Suspense fallback={<Waiting />}>
      <AllPages />
    </Suspense>
  )
}

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
      <Route path="/customers/:file" component={CustomerPage} />
      <Route path="/people" component={PeoplePage} />
      <Route path="/system" component={SystemPage} />
      <Route path="/account" component={AccountPage} />
      <Route path="/terminal" component={TerminalPage} />
      <Route component={NotFoundPage} />
    </Switch>
  )
}
