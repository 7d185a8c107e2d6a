// Before every other style: rules of a component follow those of the page.
import './theme/base.css'
import { prepareFrame } from './app/frame.ts'
import { findRoute, preloadRoute } from './app/routes.tsx'
import { startLiveUpdates } from './data/live/liveUpdates.ts'

const isInShell = findRoute(location.pathname)?.layout !== 'none'
prepareFrame(isInShell)
if (isInShell) startLiveUpdates()
// A page that does not arrive is loaded again when the app opens it.
const page = preloadRoute(location.pathname).catch(() => undefined)
void Promise.all([import('./app/start.tsx'), page]).then(([{ start }]) => start())
