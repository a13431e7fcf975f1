import { tearDownTemporal } from './global-setup.mjs';

export default tearDownTemporal;
