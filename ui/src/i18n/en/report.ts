/** The internal reports: their titles, and what they share. */
export const reportTexts = {
  label: 'Reports',
  utc: '%{time} UTC',
}
