/** The sessions of the demo studio by what they are for these tests; their numbers are the same in each. */
export const DEMO = {
  nightDrive: 100001,
  paperBoats: 100002,
  glassHouses: 100003,
  slowTide: 100004,
  copperWire: 100005,
};
/** One that is over. */
export const HARBOUR_LIGHTS = 100006;
