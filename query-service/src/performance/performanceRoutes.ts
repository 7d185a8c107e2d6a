import type { Route } from '@hearth/platform/http/route'
import type { Sources } from '../runtime/sources.ts'
import { bridgeRoute } from './bridgeRoute.ts'
import { gapsRoute } from './gapsRoute.ts'
import { openedRoute } from './openedRoute.ts'
import { performanceRoute } from './performanceRoute.ts'
import { tierRoute } from './tierRoute.ts'

/** Figures of an account and its listings, and what is behind each (docs/domain/performance.md). */
export const performanceRoutes = (sources: Sources): readonly Route[] => [
  performanceRoute(sources),
  openedRoute(sources),
  bridgeRoute(sources),
  gapsRoute(sources),
  tierRoute(sources),
]
