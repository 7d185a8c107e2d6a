import { preloadRoute } from './app/routes.tsx'

void Promise.all([import('./app/start.tsx'), preloadRoute(location.pathname)]).then(([{ start }]) => start())
