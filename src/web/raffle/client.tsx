import '../design/base.css';
import { startPage } from '../shared/start.js';
import { RafflePage } from './raffle-page.js';

startPage(RafflePage);
