// A worm bot on standard input and output, in Java (17 or newer). Compile it, and let a daemon run it:
//     javac -d classes examples/wuermer/WormBot.java
//     twistd -n boardhub --wuermer-program "java@classes=java -Xmx256m WormBot"
// It makes the step that brings one of its heads nearest to the hole, as the ways are free now.

import java.io.*;
import java.util.*;

public class WormBot {
    record Field(int x, int y) {
        Field after(Direction step) {
            return new Field(x + step.dx, y + step.dy);
        }
    }

    enum Direction {
        N(0, -1), O(1, 0), S(0, 1), W(-1, 0);

        final int dx, dy;

        Direction(int dx, int dy) {
            this.dx = dx;
            this.dy = dy;
        }
    }

    record Move(int worm, Direction direction) {}

    static final int FAR = 10_000; // more steps than any board has fields

    final BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
    String line = ""; // the last one that was read
    int width, height;
    Field hole;
    final Set<Field> obstacles = new HashSet<>();
    final Map<Integer, List<Field>> own = new TreeMap<>(); // head, middle, tail
    final Map<Integer, List<Field>> foreign = new TreeMap<>();

    /** The next line; where none comes any more it is over. */
    String read() throws IOException {
        line = input.readLine();
        if (line == null) System.exit(0);
        return line = line.strip();
    }

    int readNumber() throws IOException {
        return Integer.parseInt(read());
    }

    /** The fields of a list; the keyword behind it is in `line`. */
    List<Field> readFields() throws IOException {
        List<Field> fields = new ArrayList<>();
        while (Character.isDigit(read().charAt(0)))
            fields.add(new Field(Integer.parseInt(line), readNumber()));
        return fields;
    }

    void readWorms(Map<Integer, List<Field>> worms) throws IOException {
        List<Field> fields = readFields();
        for (int part = 0; part < fields.size(); part += 3)
            worms.put(part / 3 + 1, List.copyOf(fields.subList(part, part + 3)));
    }

    void readStart() throws IOException {
        width = readNumber();
        height = readNumber();
        hole = new Field(readNumber(), readNumber());
        readNumber(); // how many turns each player has
        read(); // Hindernisse
        obstacles.addAll(readFields());
        readWorms(own);
        readWorms(foreign);
    }

    /** Whether a head may go there. */
    boolean isFree(Field field) {
        boolean onBoard = field.x >= 1 && field.x <= width && field.y >= 1 && field.y <= height;
        return onBoard && !obstacles.contains(field)
            && own.values().stream().noneMatch(worm -> worm.contains(field))
            && foreign.values().stream().noneMatch(worm -> worm.contains(field));
    }

    /** How many steps it is to the hole, from all free fields from which one gets there. */
    Map<Field, Integer> ways() {
        Map<Field, Integer> steps = new HashMap<>(Map.of(hole, 0));
        ArrayDeque<Field> edge = new ArrayDeque<>(List.of(hole));
        while (!edge.isEmpty()) {
            Field field = edge.remove();
            for (Direction direction : Direction.values()) {
                Field near = field.after(direction);
                if (steps.containsKey(near) || !isFree(near)) continue;
                steps.put(near, steps.get(field) + 1);
                edge.add(near);
            }
        }
        return steps;
    }

    /** The best move, or null: there is none. */
    Move decide() {
        Map<Field, Integer> steps = ways();
        Move best = null;
        int least = FAR + 1;
        for (int worm : own.keySet())
            for (Direction direction : Direction.values()) {
                Field field = own.get(worm).get(0).after(direction);
                int distance = steps.getOrDefault(field, FAR);
                if (distance >= least || !isFree(field)) continue;
                best = new Move(worm, direction);
                least = distance;
            }
        return best;
    }

    /** Carry a move out. */
    void crawl(Map<Integer, List<Field>> worms, Move move) {
        List<Field> worm = worms.remove(move.worm);
        Field head = worm.get(0).after(move.direction);
        if (!head.equals(hole)) worms.put(move.worm, List.of(head, worm.get(0), worm.get(1)));
    }

    void play() throws IOException {
        readStart();
        boolean myTurn = line.equals("Erster");
        for (; !own.isEmpty(); myTurn = !myTurn) { // without worms it has won, and is told no more
            if (myTurn) {
                Move move = decide();
                System.out.print(move == null ? "Kann nicht\n" : move.worm + "\n" + move.direction + "\n");
                System.out.flush();
                if (move != null) crawl(own, move);
            } else if (read().equals("Ende")) {
                break;
            } else if (!line.equals("Kann nicht")) {
                crawl(foreign, new Move(Integer.parseInt(line), Direction.valueOf(read())));
            }
        }
    }

    public static void main(String[] args) throws IOException {
        new WormBot().play();
    }
}
