import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { type ErrorPath, ErrorView, errorTitle } from '../features/error/error-view.tsx'
import { deviceClock } from '../time/device-clock.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { focusHeading } from './heading-focus.ts'
import { usePageTitle } from './page-title.ts'
import { pageChunk } from './pages.ts'
import { ERROR_PATHS, type PageRoute, REDIRECTS, ROUTES } from './routes.ts'
import { recordPage } from './tracking.ts'
import { useChunk } from './use-chunk.ts'
import { Waiting } from './waiting.tsx'

/** Chooses the page by the address: product.md §2's routes, its redirects, and /404 for the rest. */
export function Router() {
  const [path] = useLocation()
  return (
    <ErrorBoundary path={path}>
      <Switch>
        {Object.entries(REDIRECTS).map(([from, to]) => (
          <Route key={from} path={from}>
            <Redirect to={to} replace />
          </Route>
        ))}
        {ERROR_PATHS.map((errorPath) => (
          <Route key={errorPath} path={errorPath}>
            <ErrorPage path={errorPath} />
          </Route>
        ))}
        {ROUTES.map((route) => (
          <Route key={route.path} path={route.path}>
            {(params) => <RoutedPage route={route} params={params as Record<string, string>} />}
          </Route>
        ))}
        <Route>
          <Redirect to="/404" replace />
        </Route>
      </Switch>
    </ErrorBoundary>
  )
}

function RoutedPage({ route, params }: { route: PageRoute; params: Record<string, string> }) {
  const [path] = useLocation()
  const Page = useChunk(pageChunk(route.page))
  if (!Page) return <Waiting />
  return (
    <Suspense fallback={<Waiting />}>
      <Arrival key={path} route={route.path}>
        <RouteTitle title={route.title()} />
        <Page params={params} />
      </Arrival>
    </Suspense>
  )
}

function ErrorPage({ path }: { path: ErrorPath }) {
  return (
    <Arrival key={path} route={path}>
      <RouteTitle title={errorTitle(path)} />
      <ErrorView path={path} />
    </Arrival>
  )
}

/** Stands before the page, so that a page with a title of its own has the last word. */
function RouteTitle({ title }: { title: string }) {
  usePageTitle(title)
  return null
}

let firstPage = true

/** On every change of route: to the top, and focus on the new page's heading, or on its content. */
function Arrival({ route, children }: { route: string; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    recordPage({ route, at: deviceClock.now() })
    if (firstPage) {
      firstPage = false
      return
    }
    scrollTo(0, 0)
    return place.current ? focusHeading(place.current) : undefined
  }, [route])
  return <div ref={place}>{children}</div>
}
