import { findRoute, preloadRoute } from './app/routes.tsx'
import { startLiveUpdates } from './data/live/liveUpdates.ts'

if (findRoute(location.pathname)?.layout === 'shell') startLiveUpdates()
void Promise.all([import('./app/start.tsx'), preloadRoute(location.pathname)]).then(([{ start }]) => start())
