import type { FeedHealth } from '@hearth/contracts/ical-feed'
import type { Tone } from '../theme/tokens.ts'

export const HEALTH_TONES: Readonly<Record<FeedHealth, Tone>> = {
  pending: 'info',
  ok: 'ok',
  stale: 'warn',
  failing: 'bad',
  quarantined: 'bad',
}
