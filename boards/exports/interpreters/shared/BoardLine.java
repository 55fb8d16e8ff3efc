
import java.util.ArrayList;
import java.util.List;

/**
 * A line of a board: a word and `key=value` fields, with tabs between them. A key may come more than once.
 */
class BoardLine {

    final String word;
    private final List<String[]> fields = new ArrayList<>();
    private final String line;

    BoardLine(String line) {
        this.line = line;
        String[] parts = line.split("\t");
        word = parts[0];
        for (int i = 1; i < parts.length; i++) {
            int at = parts[i].indexOf('=');
            fields.add(new String[]{parts[i].substring(0, at), parts[i].substring(at + 1)});
        }
    }

    boolean has(String key) {
        return get(key) != null;
    }

    String get(String key) {
        for (String[] field : fields) {
            if (field[0].equals(key)) {
                return field[1];
            }
        }
        return null;
    }

    int number(String key) {
        return Integer.parseInt(get(key));
    }

    List<String> all(String key) {
        List<String> found = new ArrayList<>();
        for (String[] field : fields) {
            if (field[0].equals(key)) {
                found.add(field[1]);
            }
        }
        return found;
    }

    @Override
    public String toString() {
        return line.replace('\t', ' ');
    }
}
