import { useGetOne } from 'react-admin'
import type { Incident, ReimbursementRecord } from '../../data/records/records.ts'
import { useSees } from '../../session/session.ts'

/** The incident that a claim follows from; undefined while it loads, and where there is none to see. */
export const useClaimedIncident = ({ incidentId }: Pick<ReimbursementRecord, 'incidentId'>) => {
  const enabled = useSees('incident.read') && incidentId !== null
  return useGetOne<Incident>('incidents', { id: incidentId ?? '' }, { enabled, retry: false }).data
}
