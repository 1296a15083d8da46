import { Component, type ReactNode } from 'react'
import { ErrorView } from '../features/error/error-view.tsx'

interface ErrorBoundaryProps {
  /** A new path is a new chance. */
  path: string
  children: ReactNode
}

/** What a page cannot handle ends here: the address becomes /500, the frame and the way back stay. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failedPath: string | undefined }> {
  override state: { failedPath: string | undefined } = { failedPath: undefined }

  static getDerivedStateFromError(): { failedPath: string } {
    history.replaceState(null, '', '/500')
    return { failedPath: '/500' }
  }

  override componentDidUpdate(previous: ErrorBoundaryProps): void {
    if (this.state.failedPath && previous.path !== this.props.path && this.props.path !== '/500') {
      this.setState({ failedPath: undefined })
    }
  }

  override render(): ReactNode {
    return this.state.failedPath ? <ErrorView path="/500" /> : this.props.children
  }
}
