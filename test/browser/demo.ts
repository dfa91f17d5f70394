/** Sessions of the demo by purpose; their numbers are the same in each demo. */
export const DEMO = {
  nightDrive: 100001,
  paperBoats: 100002,
  glassHouses: 100003,
  slowTide: 100004,
  copperWire: 100005,
};
/** A past one. */
export const HARBOUR_LIGHTS = 100006;
