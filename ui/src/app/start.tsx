import createCache from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import { createRoot } from 'react-dom/client'
import { onlineManager } from '@tanstack/react-query'
import '@fontsource-variable/inter/opsz.css'
import { followSessionChanges } from '../session/sessionChannel.ts'
import { startMonitoring } from '../monitoring/monitoring.ts'
import { App } from './App.tsx'
import { loadPage } from './loadPage.ts'
import { setPageLoader } from './page.ts'
import { forgetFailedStyles } from './preload.ts'
import { findRoute } from './routes.tsx'
import { registerServiceWorker } from './serviceWorker.ts'

/**
 * The server writes a new nonce into the page; styles that are created at run time carry it (content security
 * policy).
 */
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''
const cache = createCache({ key: 'hearth', nonce, prepend: true })

export const start = () => {
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root')
  followSessionChanges()
  forgetFailedStyles()
  setPageLoader(loadPage)
  registerServiceWorker()
  // The library assumes a network until the browser reports a change.
  onlineManager.setOnline(navigator.onLine)
  startMonitoring(findRoute(location.pathname)?.path)
  createRoot(root).render(
    <CacheProvider value={cache}>
      <App />
    </CacheProvider>,
  )
}
