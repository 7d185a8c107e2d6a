import { z } from 'zod'
import { FILE_TYPES } from '../file/file.ts'
import { zId } from '../kernel/ids.ts'
import { zLine } from '../kernel/text.ts'

/** What happened (docs/domain/incident.md#severity). */
export const INCIDENT_CATEGORIES = [
  'injury',
  'fire_gas_water',
  'property_damage',
  'theft',
  'noise_party',
  'unauthorized_guests',
  'smoking_pets',
  'guest_misconduct',
  'access_failure',
  'utility_outage',
  'pest',
  'safety_hazard',
  'neighbour_complaint',
  'authority_visit',
  'other',
] as const
export const zIncidentCategory = z.enum(INCIDENT_CATEGORIES)
export type IncidentCategory = z.infer<typeof zIncidentCategory>

/** From 1, people or the home in danger, to 4, nothing urgent. */
export const SEVERITIES = [1, 2, 3, 4] as const
export const zSeverity = z.literal(SEVERITIES)
export type Severity = z.infer<typeof zSeverity>

const DEFAULTS: Readonly<Partial<Record<IncidentCategory, Severity>>> = {
  injury: 1,
  fire_gas_water: 1,
  theft: 2,
  noise_party: 2,
  access_failure: 2,
  property_damage: 3,
  utility_outage: 3,
  pest: 3,
}

/** The severity of an incident of which nothing else is said (docs/domain/incident.md#severity). */
export const defaultSeverity = (category: IncidentCategory, peopleHurt: boolean): Severity =>
  peopleHurt ? 1 : (DEFAULTS[category] ?? 4)

/** Whether Hearth is called immediately and nights are held. */
export const isUrgent = (severity: number): boolean => severity <= 2

export const INCIDENT_STATUSES = ['reported', 'acknowledged', 'in_progress', 'resolved', 'closed'] as const
export const zIncidentStatus = z.enum(INCIDENT_STATUSES)
export type IncidentStatus = z.infer<typeof zIncidentStatus>

/** Which authorities were called. `reference`: what they call the case. */
export const zAuthorities = z.strictObject({
  police: z.boolean(),
  fire: z.boolean(),
  reference: zLine(1, 80).nullable(),
})

/** Photos and papers of one incident. */
export const MAX_EVIDENCE = 10

/** Uploaded files of the incident's listing, each once. */
export const zEvidenceIds = z
  .array(zId)
  .max(MAX_EVIDENCE)
  .refine((files) => new Set(files).size === files.length, 'must name each file once')

/** An evidence file as it was accepted. `sha256` is of the bytes as they were sent; `size` of those that are kept. */
export const zEvidence = z.strictObject({
  fileId: z.string(),
  name: z.string(),
  type: z.enum(FILE_TYPES),
  size: z.int(),
  /** Pixels; null for other files than pictures. */
  width: z.int().nullable(),
  height: z.int().nullable(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})
export type Evidence = z.infer<typeof zEvidence>
