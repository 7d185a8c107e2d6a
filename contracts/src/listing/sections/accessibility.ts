import { z } from 'zod'
import { zId } from '../../kernel/ids.ts'
import { defineSection } from './section.ts'

export const zAccessibilityFeature = z.enum([
  'step_free_entrance',
  'step_free_path',
  'entrance_width_81cm',
  'lit_path',
  'disabled_parking',
  'elevator',
  'step_free_bedroom',
  'step_free_bathroom',
  'bedroom_door_width',
  'bathroom_door_width',
  'roll_in_shower',
  'grab_rails_toilet',
  'grab_rails_shower',
  'shower_chair',
  'toilet_height',
  'visual_alarm',
])
export type AccessibilityFeature = z.infer<typeof zAccessibilityFeature>

/** Features that are a measure, and what it must be, centimetres (docs/domain/listing.md#content). */
export const MEASURES: Readonly<
  Partial<Record<AccessibilityFeature, Readonly<{ min: number; max: number }>>>
> = {
  entrance_width_81cm: { min: 81, max: 300 },
  bedroom_door_width: { min: 81, max: 300 },
  bathroom_door_width: { min: 81, max: 300 },
  toilet_height: { min: 45, max: 50 },
}

/** What people with disabilities can rely on. By feature, so that two people can answer at the same time. */
export const zAccessibility = defineSection({
  /** There is nothing of this kind. */
  none: z.boolean(),
  features: z.partialRecord(
    zAccessibilityFeature,
    z
      .strictObject({
        photoIds: z.array(zId).max(10),
        measureCm: z.int().min(1).max(300).nullable().default(null),
      })
      .nullable(),
  ),
})
