// A page of texts has no script. This is what its styles are gathered from.
import '../design/base.css';
import './text-page.js';
