/** The internal reports: their titles, and what they share. */
export const reportTexts = {
  label: 'Internal reports',
  groups: { label: 'Reports about', system: 'System', money: 'Money', hosts: 'Hosts', staff: 'Staff' },
  utc: '%{time} UTC',
}
