/** Texts of the partners' invoice (docs/product/invoice.md). */
export const INVOICE = {
  title: 'Invoice',
  month: 'Month',
  year: 'Year',
  form: 'Open the invoice form',
  pdf: 'PDF',
  figures: {
    fixed: 'Fixed hours',
    holidays: 'Time off',
    flexible_booked: 'Flexible hours booked',
    flexible_offered: 'Flexible hours offered',
    payment: 'Payment',
  },
  hints: {
    fixed: 'Your weekly hours in this month, booked or not.',
    holidays: 'Fixed hours that you took off and nobody had booked. They are not paid.',
    flexible_booked: 'Single offers that were booked.',
    flexible_offered: 'All single offers, booked or not.',
    payment: 'Fixed hours without time off, and flexible hours that were booked.',
  },
  states: { planned: 'Planned', running: 'Still running', over: 'Not closed yet', closed: 'Closed' },
  noRate: 'Your rates for this month are not set yet. Please ask the studio.',
  nothing: 'Nothing in this month',
  nothingHint: 'There were no hours and no bookings. Choose another month above.',
  noSlots: 'There is nothing behind this figure in this month.',
} as const;
