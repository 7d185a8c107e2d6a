import { addDays } from '../../kernel/dates.ts'
import { isMissing, findMissing, problemAt, type OnboardingFacts, type StepProblem } from './facts.ts'

type Facts = Pick<OnboardingFacts, 'sections' | 'today' | 'verifiedPhones'>

/** The longest time between two tests of the alarms, in days. */
const TEST_DAYS = 365
const MIN_INSTRUCTIONS = 20

export const checkInOutProblems = ({ sections: { checkInOut = {} } }: Facts): StepProblem[] => {
  const { checkInFrom, checkInTo, checkOutBy, flexible, steps } = checkInOut
  return [
    ...findMissing('checkInOut', checkInOut, {
      method: 'Choose how guests get in.',
      checkInFrom: 'Enter the earliest check-in time.',
      checkOutBy: 'Enter the check-out time.',
    }),
    ...(isMissing(checkInTo) && flexible !== true
      ? [
          problemAt(
            '/checkInOut/checkInTo',
            'missing',
            'Enter the latest check-in time, or allow guests to arrive at any time.',
          ),
        ]
      : []),
    ...(isMissing(steps) || steps.length === 0
      ? [problemAt('/checkInOut/steps', 'missing', 'Add at least one step to the directions.')]
      : []),
    ...(!isMissing(checkInFrom) && !isMissing(checkOutBy) && checkOutBy >= checkInFrom
      ? [
          problemAt(
            '/checkInOut/checkOutBy',
            'no_time_between',
            'Check-out must be before the next check-in.',
          ),
        ]
      : []),
  ]
}

export const contactProblems = ({ sections: { contact = {} }, verifiedPhones }: Facts): StepProblem[] => {
  const { primary, backup } = contact
  const unproved = (['primary', 'backup'] as const).filter(
    (which) => !isMissing(contact[which]) && verifiedPhones[which] !== contact[which]?.phone,
  )
  return [
    ...findMissing('contact', contact, {
      primary: 'Enter the main contact for guests.',
      backup: 'Enter a backup contact.',
    }),
    ...(!isMissing(primary) && !isMissing(backup) && primary.phone === backup.phone
      ? [
          problemAt(
            '/contact/backup/phone',
            'same_phone',
            'Enter a different number from the main contact’s.',
          ),
        ]
      : []),
    ...unproved.map((which) =>
      problemAt(`/contact/${which}/phone`, 'not_verified', 'Verify this number with the code we text to it.'),
    ),
  ]
}

export const parkingProblems = ({ sections: { parking = {} } }: Facts): StepProblem[] => [
  ...findMissing('parking', parking, { type: 'Choose where guests park.' }),
  ...(!isMissing(parking.type) &&
  parking.type !== 'none' &&
  (parking.instructions ?? '').trim().length < MIN_INSTRUCTIONS
    ? [
        problemAt(
          '/parking/instructions',
          'too_short',
          `Describe how to get there in at least ${MIN_INSTRUCTIONS} characters.`,
        ),
      ]
    : []),
]

const SAFETY = {
  floors: 'Enter the number of floors.',
  smokeAlarms: 'Enter the number of smoke alarms.',
  coAlarms: 'Enter the number of carbon monoxide alarms.',
  fuelAppliances: 'Select the gas, oil or wood appliances, or “None”.',
  alarmsTestedOn: 'Enter when the alarms were last tested.',
  extinguisherPlace: 'Enter the location of the fire extinguisher.',
  firstAidPlace: 'Enter the location of the first aid kit.',
  exitsNote: 'Describe the emergency exits.',
  waterShutoff: 'Enter the location of the water shut-off.',
  electricityShutoff: 'Enter the location of the electricity shut-off.',
  hazards: 'Add hazards, or select “None”.',
  cameras: 'Add outdoor cameras, or select “None”.',
} as const

export const safetyProblems = ({ sections: { safety = {} }, today }: Facts): StepProblem[] => {
  const { floors, smokeAlarms, coAlarms, fuelAppliances, alarmsTestedOn, cameras } = safety
  const tested = isMissing(alarmsTestedOn)
    ? []
    : alarmsTestedOn > today
      ? [problemAt('/safety/alarmsTestedOn', 'test_in_future', 'This date is in the future.')]
      : alarmsTestedOn < addDays(today, -TEST_DAYS)
        ? [
            problemAt(
              '/safety/alarmsTestedOn',
              'test_too_old',
              'The last test was over a year ago. Test the alarms again.',
            ),
          ]
        : []
  return [
    ...findMissing('safety', safety, SAFETY),
    ...(!isMissing(floors) && !isMissing(smokeAlarms) && smokeAlarms < floors
      ? [problemAt('/safety/smokeAlarms', 'too_few_alarms', 'Every floor needs a smoke alarm.')]
      : []),
    ...(!isMissing(coAlarms) && coAlarms === 0 && (fuelAppliances ?? []).length > 0
      ? [
          problemAt(
            '/safety/coAlarms',
            'co_alarm_needed',
            'You have fuel-burning appliances, so you need a carbon monoxide alarm.',
          ),
        ]
      : []),
    ...tested,
    ...(isMissing(safety.gasShutoff) && safety.noGas !== true
      ? [
          problemAt(
            '/safety/gasShutoff',
            'missing',
            'Enter the location of the gas shut-off, or confirm that there’s no gas.',
          ),
        ]
      : []),
    ...((cameras ?? []).length > 0 && safety.camerasDisclosed !== true
      ? [
          problemAt(
            '/safety/camerasDisclosed',
            'cameras_not_disclosed',
            'Confirm that guests are informed about every camera before they book.',
          ),
        ]
      : []),
    ...(safety.noWeapons === true
      ? []
      : [problemAt('/safety/noWeapons', 'missing', 'Confirm that no weapons are accessible to guests.')]),
  ]
}
