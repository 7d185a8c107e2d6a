import { z } from 'zod'
import { zLocalDate } from '../../kernel/dates.ts'
import { zId } from '../../kernel/ids.ts'
import { zLine, zText } from '../../kernel/text.ts'
import { zPlace } from './fields.ts'
import { defineSection } from './section.ts'

const shutoff = z.strictObject({ place: zPlace, photoId: zId.nullable().default(null) })
export const zFuelAppliance = z.enum(['gas_stove', 'gas_heating', 'gas_water_heater', 'fireplace', 'stove'])

/** What keeps guests alive. A list that is empty is an answer: there is none. */
export const zSafety = defineSection({
  /** Levels of the place; each needs an alarm. */
  floors: z.int().min(1).max(20),
  smokeAlarms: z.int().min(0).max(50),
  coAlarms: z.int().min(0).max(50),
  /** Anything that burns fuel needs an alarm for carbon monoxide. */
  fuelAppliances: z.array(zFuelAppliance).max(5),
  alarmsTestedOn: zLocalDate,
  extinguisherPlace: zPlace,
  firstAidPlace: zPlace,
  exitsNote: zText(2, 500),
  gasShutoff: shutoff,
  /** There is no gas in the house, so nothing to shut off. */
  noGas: z.boolean(),
  waterShutoff: shutoff,
  electricityShutoff: shutoff,
  hazards: z.array(zLine(2, 200)).max(10),
  /**
   * Outside only, and disclosed to guests: no camera may see into the home (docs/domain/listing.md#content).
   */
  cameras: z
    .array(
      z.strictObject({
        place: zPlace,
        indoors: z.boolean().refine((indoors) => !indoors, 'cameras inside the home aren’t allowed'),
      }),
    )
    .max(20),
  camerasDisclosed: z.boolean(),
  noWeapons: z.boolean(),
})
