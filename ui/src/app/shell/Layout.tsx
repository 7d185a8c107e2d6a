import { Suspense, useEffect, useRef, type ReactNode } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import { useWaitingCommands } from '../../data/commands/useWaitingCommands.ts'
import { useLiveUpdates } from '../../data/live/useLiveUpdates.ts'
import { useText } from '../../i18n/text.ts'
import { ProofDialog } from '../../session/ProofDialog.tsx'
import { UndoBar } from '../../booking/cancel/UndoBar.tsx'
import { ImpersonationBanner } from '../../impersonation/ImpersonationBanner.tsx'
import { AppBar, loadNoticesPanel, loadPalette, loadUndoPanel } from './AppBar.tsx'
import { ErrorBoundary } from '../errors/ErrorBoundary.tsx'
import styles from './Layout.module.css'
import { OfflineBanner } from './OfflineBanner.tsx'
import { removeFrame } from '../frame.ts'
import { preloadAll } from '../preload.ts'
import { findRoute, routes } from '../routes.tsx'
import { Sidebar } from './Sidebar.tsx'
import { Shortcuts } from '../palette/Shortcuts.tsx'
import { TabBar } from './TabBar.tsx'

const PRELOAD_AFTER_MS = 3000

/** Starts another page at its top; on the way back the browser restores where the person was. */
const useScrollToTop = (pathname: string) => {
  const shown = useRef(pathname)
  const way = useNavigationType()
  useEffect(() => {
    if (shown.current !== pathname && way !== 'POP') window.scrollTo(0, 0)
    shown.current = pathname
  }, [pathname, way])
}

type Shell = Readonly<{
  /** Beside the page. */
  menu?: ReactNode
  /** Below the page. */
  bar: ReactNode
  className?: string | undefined
  children?: ReactNode
}>

/** What every page stands in: the app bar, its menus, and what may appear over any of them. */
export const Shell = ({ menu, bar, className = styles['main'], children }: Shell) => {
  const t = useText()
  const { pathname } = useLocation()
  useLiveUpdates()
  useWaitingCommands()
  useScrollToTop(pathname)
  useEffect(removeFrame, [])
  useEffect(() => {
    // Preloads every page, so that it opens immediately and without a network.
    const timer = setTimeout(
      () =>
        void preloadAll([
          loadPalette,
          loadUndoPanel,
          loadNoticesPanel,
          ...routes.map(({ page }) => page.preload),
        ]),
      PRELOAD_AFTER_MS,
    )
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      <a href="#content" className={styles['skip']}>
        {t('app.skip')}
      </a>
      <ImpersonationBanner />
      <AppBar />
      {menu}
      <main id="content" tabIndex={-1} className={className}>
        <OfflineBanner />
        <ErrorBoundary key={findRoute(pathname)?.section ?? pathname} address={pathname}>
          <Suspense fallback={null}>{children}</Suspense>
        </ErrorBoundary>
      </main>
      <UndoBar />
      {bar}
      <Shortcuts />
      <ProofDialog />
    </>
  )
}

/** App bar, menu and page; on a phone the menu is a bar at the bottom. */
export const Layout = ({ children }: { children?: ReactNode }) => (
  <Shell menu={<Sidebar />} bar={<TabBar />}>
    {children}
  </Shell>
)
