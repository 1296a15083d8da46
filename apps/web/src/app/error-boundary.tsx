import { Component, type ReactNode } from 'react'
import { bootData } from './boot.ts'
import { ErrorView } from '../features/error/error-view.tsx'

interface ErrorBoundaryProps {
  path: string
  children: ReactNode
}

interface ErrorBoundaryState {
  failed: boolean
  path: string
}

/** What a page cannot handle ends here: the address becomes /500, the frame stays, another path is a new chance. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { failed: false, path: this.props.path }

  static getDerivedStateFromError(): Partial<ErrorBoundaryState> {
    return { failed: true }
  }

  static getDerivedStateFromProps(
    { path }: ErrorBoundaryProps,
    state: ErrorBoundaryState,
  ): ErrorBoundaryState {
    return path === state.path ? state : { failed: state.failed && path === '/500', path }
  }

  override componentDidCatch(): void {
    history.replaceState(null, '', `${bootData().base ?? ''}/500`)
  }

  override render(): ReactNode {
    return this.state.failed ? <ErrorView path="/500" /> : this.props.children
  }
}
