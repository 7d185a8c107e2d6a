/** Fields for dates and times, and the calendar that opens beside them. */
export const datesTexts = {
  open: 'Open calendar',
  previous: 'Previous month',
  next: 'Next month',
  keys: 'Arrow keys move by day and week, Page Up and Page Down by month.',
  chosen: 'chosen',
  booked: 'booked',
  blocked: 'blocked',
  unavailable: 'not available',
  refused: {
    unreadable: 'Enter a date like %{example}.',
    year: 'Enter the year with four digits, like %{example}.',
    missing: 'This date doesn’t exist. Enter one like %{example}.',
    order: {
      day: 'Enter the day first, like %{example}.',
      month: 'Enter the month first, like %{example}.',
      year: 'Enter the year first, like %{example}.',
    },
    early: 'Choose %{day} or later.',
    late: 'Choose %{day} or earlier.',
    time: 'Enter a time like %{example}.',
  },
} as const
