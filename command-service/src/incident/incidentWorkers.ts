import type { Worker } from '../workers/relay.ts'
import { createFollowIncident } from './follow.ts'
import { createOnCallPager } from './onCall.ts'

type Parts = Parameters<typeof createFollowIncident>[0] & Parameters<typeof createOnCallPager>[0]

/** What follows from an incident: nights that its command did not come to, and calls to staff. */
export const openIncidentWorkers = (parts: Parts): Readonly<Record<string, Worker>> => {
  const follow = createFollowIncident(parts)
  return {
    'follow-incident': async ({ incidentId = '' }, trace) => {
      await follow(incidentId, trace)
    },
    'page-on-call': createOnCallPager(parts),
  }
}
