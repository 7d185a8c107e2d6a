import { Component, type ReactNode } from 'react'
import { report } from '../../monitoring/monitoring.ts'
import { ErrorPage } from './ErrorPage.tsx'

type Props = { address: string; children: ReactNode }
type State = { address: string; error: unknown }

/** Keeps the shell when a page throws, until another address is opened. React supports this in classes only. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { address: this.props.address, error: null }

  static getDerivedStateFromProps({ address }: Props, state: State): State | null {
    return address === state.address ? null : { address, error: null }
  }

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
