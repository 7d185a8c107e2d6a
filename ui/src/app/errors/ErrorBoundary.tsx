import { Component, type ReactNode } from 'react'
import { report } from '../../monitoring/monitoring.ts'
import { ErrorPage } from './ErrorPage.tsx'

/** Keeps the shell when a page throws. React supports this in classes only. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override componentDidCatch(error: unknown) {
    report(error)
  }

  override render() {
    return this.state.error === null ? this.props.children : <ErrorPage error={this.state.error} />
  }
}
